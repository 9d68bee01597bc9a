import { render, waitFor } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { CoolingOffField } from '#console/features/wallets/CoolingOffField.tsx';
import { namedComponents } from '#console/app/namedComponents.tsx';
import { FormatContextProvider } from '../../../../packages/ra-declared/src/ui/FormatContext.ts';
import { formatField } from '../../../../packages/ra-declared/src/fields/formatField.ts';
import { NamedComponentsProvider } from '../../../../packages/ra-declared/src/fields/NamedComponents.ts';
import { renderField } from '../../../../packages/ra-declared/src/fields/renderField.tsx';
import type { FieldOf } from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';
import { formatContext } from '#tests/support/formatContext.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The text shown when `ms` remain, with 12:00 in place of days and times. */
async function shownAfter(ms: number, language: Language = 'en'): Promise<string> {
  const context = await formatContext({ language });
  const until = new Date(context.clock.now().getTime() + ms).toISOString();
  const { container, unmount } = render(
    <FormatContextProvider value={context}>
      <RecordContextProvider value={{ status: 'enabled', usable_at: until }}>
        <CoolingOffField source="status">Enabled</CoolingOffField>
      </RecordContextProvider>
    </FormatContextProvider>,
  );
  const shown = container.textContent.replace(/[\d-]+ [\d:]+/, '<time>');
  unmount();
  return shown;
}

describe('the time until a card can be used', () => {
  it.each([
    [24 * HOUR, '24 hours'],
    [90 * MINUTE + 1, '2 hours'],
    [90 * MINUTE, '90 minutes'],
    [MINUTE + 1, '2 minutes'],
    [1, '1 minute'],
  ])('of %i ms is %s, never too short', async (ms, words) => {
    expect(await shownAfter(ms)).toBe(`Waiting period until <time> (${words} left)`);
  });

  it('is replaced by the status when it is over', async () => {
    expect(await shownAfter(0)).toBe('Enabled');
  });

  it.each([
    ['es', 'En espera hasta <time> (24 horas)', 'En espera hasta <time> (1 minuto)'],
    ['zh', '冷静期至 <time>（还有 24 小时）', '冷静期至 <time>（还有 1 分钟）'],
    ['ja', '<time>まで待機（あと24時間）', '<time>まで待機（あと1分）'],
  ] as const)('is shown in %s', async (language, hours, minute) => {
    expect(await shownAfter(24 * HOUR, language)).toBe(hours);
    expect(await shownAfter(MINUTE, language)).toBe(minute);
  });
});

describe('the status of a bank card', () => {
  const field: FieldOf<'enum'> = {
    source: 'status',
    type: 'enum',
    cell: 'coolingOff',
    choices: [{ id: 'enabled', color: 'success' }, { id: 'disabled' }],
  };
  it.each([
    ['enabled', HOUR, /^Waiting period until/],
    ['enabled', -HOUR, /^Enabled$/],
    ['disabled', HOUR, /^Disabled$/],
  ])('%s, usable in %i ms, is shown as %s', async (status, ms, shown) => {
    const context = await formatContext({ resource: 'bankcards' });
    const record = { status, usable_at: new Date(context.clock.now().getTime() + ms).toISOString() };
    const { container } = render(
      <FormatContextProvider value={context}>
        <NamedComponentsProvider value={namedComponents}>
          {renderField(record, field, context, formatField(record, field, context))}
        </NamedComponentsProvider>
      </FormatContextProvider>,
    );
    await waitFor(() => expect(container).toHaveTextContent(shown));
  });
});
