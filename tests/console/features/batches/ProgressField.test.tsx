import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { namedComponents } from '#console/app/namedComponents.tsx';
import { FormatContextProvider } from '../../../../packages/ra-declared/src/ui/FormatContext.ts';
import { NamedComponentsProvider } from '../../../../packages/ra-declared/src/fields/NamedComponents.ts';
import { formatField } from '../../../../packages/ra-declared/src/fields/formatField.ts';
import { renderField } from '../../../../packages/ra-declared/src/fields/renderField.tsx';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { formatContext } from '#tests/support/formatContext.ts';

const field = fieldSchema.parse({ source: 'rate', type: 'rate', cell: 'progress' });

async function draw(rate: unknown) {
  const context = await formatContext();
  const record = { rate };
  const { container } = render(
    <FormatContextProvider value={context}>
      <NamedComponentsProvider value={namedComponents}>
        <div>{renderField(record, field, context, formatField(record, field, context))}</div>
      </NamedComponentsProvider>
    </FormatContextProvider>,
  );
  return container.firstElementChild;
}

describe('the cell "progress"', () => {
  it.each([
    [0, '0.00%', '0%'],
    [4250, '42.50%', '42.5%'],
    ['10000', '100.00%', '100%'],
    [12_000, '120.00%', '100%'],
    [-50, '-0.50%', '0%'],
  ])('shows %j as the text %s beside a bar of %s that is hidden from screen readers', async (rate, text, width) => {
    await draw(rate);
    expect(screen.getByText(text)).toBeInTheDocument();
    const track = document.querySelector('[aria-hidden="true"]');
    expect(track?.firstElementChild).toHaveStyle({ width });
  });

  it('renders nothing without a value', async () => {
    expect(await draw(null)).toBeEmptyDOMElement();
  });
});
