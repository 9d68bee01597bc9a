import type { CSSProperties } from 'react';
import { useFieldValue } from 'react-admin';
import { plainText } from '@merchant-console/declaration';
import { formatField, useFormatContext } from '@merchant-console/ra-declared';

const WHOLE_PERCENT = 100;

const cell: CSSProperties = { display: 'inline-flex', alignItems: 'center', gap: 8, justifyContent: 'flex-end' };
const track: CSSProperties = {
  width: 48,
  height: 4,
  borderRadius: 2,
  overflow: 'hidden',
  background: 'color-mix(in srgb, currentColor 15%, transparent)',
};
const bar: CSSProperties = { display: 'block', height: '100%', background: 'currentColor', opacity: 0.55 };

/** A rate in hundredths of a percent, as text with a decorative bar, which is full from 100 % on. */
export function ProgressField({ source }: { source: string }) {
  const value: unknown = useFieldValue({ source });
  const context = useFormatContext();
  const percent = Number(plainText(value)) / WHOLE_PERCENT;
  const width = `${Math.min(100, Math.max(0, Number.isFinite(percent) ? percent : 0))}%`;
  return (
    <span style={cell}>
      <span style={track} aria-hidden="true">
        <span style={{ ...bar, width }} />
      </span>
      <span>{formatField({ [source]: value }, { source, type: 'rate' }, context)}</span>
    </span>
  );
}
