import { groupsIn, plainText, textsIn } from '@merchant-console/declaration';
import { FormattedText } from './FormattedText.tsx';
import { Groups } from './Groups.tsx';
import type { LateValueProps } from './LateValueProps.ts';

/** A text or several in their format, or groups of values. */
export function LateValue({ field, value }: LateValueProps) {
  if (field.type === 'group') return <Groups field={field} groups={groupsIn(value)} />;
  const text = field.type === 'texts' ? textsIn(value) : plainText(value);
  return field.format === undefined || field.format === 'card' ? (
    text
  ) : (
    <FormattedText format={field.format} text={text} />
  );
}
