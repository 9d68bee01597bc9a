import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { instantsAt } from '../../../packages/ra-declared/src/fields/datetime/localTime.ts';
import type { Field } from '@merchant-console/declaration';
import { renderInputs } from '#tests/support/inputForm.tsx';

const visit: Field = { source: 'at', type: 'datetime', label: 'Visit' };
const inBerlin = { currencyData: { currency: 'EUR', is_divide_hundred: 1, time_zone: 'Europe/Berlin' } } as const;
const input = (name: RegExp) => screen.getByLabelText(name, { selector: 'input' });

describe('a local time', () => {
  it('is usually one moment', () => {
    expect(instantsAt('2026-11-20T10:00', 'Asia/Shanghai')).toEqual([new Date('2026-11-20T02:00:00Z')]);
  });

  it('is none if the clocks skip it in spring', () => {
    expect(instantsAt('2026-03-29T02:30', 'Europe/Berlin')).toEqual([]);
  });

  it('is two, in order, if the clocks repeat it in autumn', () => {
    const moments = [new Date('2026-10-25T00:30:00Z'), new Date('2026-10-25T01:30:00Z')];
    expect(instantsAt('2026-10-25T02:30:00', 'Europe/Berlin')).toEqual(moments);
  });
});

describe('a date and time', () => {
  it("is entered in the tenant's time zone", async () => {
    const { send } = await renderInputs([visit], { record: { at: '2026-11-20T02:00:00.000Z' } });
    expect(input(/^Visit/)).toHaveValue('2026-11-20 10:00');
    fireEvent.change(input(/^Visit/), { target: { value: '2026-11-21T00:15' } });
    expect(await send()).toEqual({ at: '2026-11-20T16:15:00.000Z' });
  });

  it('keeps seconds and their fractions unless they are edited', async () => {
    const record = { at: '2026-11-20T02:00:07.123Z' };
    const { send } = await renderInputs([visit], { record });
    expect(input(/^Visit/)).toHaveProperty('value', expect.stringMatching(/^2026-11-20 10:00:07/));
    expect(await send()).toEqual(record);
  });

  it("rejects a local time that doesn't exist", async () => {
    const { send } = await renderInputs([visit], { context: inBerlin });
    fireEvent.change(input(/^Visit/), { target: { value: '2026-03-29 02:30' } });
    expect(await send()).toBeUndefined();
    expect(screen.getByText(/This time doesn’t exist in Europe\/Berlin/)).toBeInTheDocument();
    expect(input(/^Visit/)).toHaveValue('2026-03-29 02:30');
  });

  it('asks which of the two moments is meant when the clocks are set back', async () => {
    const { user, send } = await renderInputs([visit], { context: inBerlin });
    fireEvent.change(input(/^Visit/), { target: { value: '2026-10-25 02:30' } });
    expect(screen.getByRole('radio', { name: 'UTC+02:00' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'UTC+01:00' }));
    expect(await send()).toEqual({ at: '2026-10-25T01:30:00.000Z' });
    expect(input(/^Visit/)).toHaveValue('2026-10-25 02:30');
  });
});

describe('a day', () => {
  const since: Field = { source: 'since', type: 'date', label: 'Since', min: '2000-01-01' };

  it('is sent unchanged in every time zone', async () => {
    const { send } = await renderInputs([since], { record: { since: '2024-02-29' } });
    fireEvent.change(input(/^Since/), { target: { value: '2026-03-08' } });
    expect(await send()).toEqual({ since: '2026-03-08' });
    fireEvent.change(input(/^Since/), { target: { value: '' } });
    expect(await send()).toEqual({ since: null });
  });

  it('shows its limits', async () => {
    const { send } = await renderInputs([since]);
    fireEvent.change(input(/^Since/), { target: { value: '1999-12-31' } });
    expect(await send()).toBeUndefined();
    expect(screen.getByText('The date can’t be before 2000-01-01.')).toBeInTheDocument();
  });
});
