import { Fragment, type ReactNode } from 'react';
import {
  decimalUnits,
  fieldLabel,
  formatAmount,
  type Group,
  type GroupField,
  plainText,
} from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { enumType } from '../choice/enumType.tsx';
import { Unreadable } from '../inputs/useBoundField.ts';
import { FormattedText } from './FormattedText.tsx';

interface GroupsProps {
  field: GroupField;
  groups: readonly Group[];
}

/** High enough for links of lines that are one above the other. */
const LINE = { display: 'block', lineHeight: '24px' };

/** Groups of values, each in its line. */
export function Groups({ field: { fields }, groups }: GroupsProps) {
  return groups.map((group, at) => (
    <span key={at} style={LINE}>
      {fields
        .filter(({ source }) => (group[source] ?? false) !== false)
        .map((part, index) => (
          <Fragment key={part.source}>
            {index > 0 && ' · '}
            <Part part={part} group={group} />
          </Fragment>
        ))}
    </span>
  ));
}

/** Texts and choices speak for themselves, other values have their names. */
function Part({ part, group }: { part: GroupField['fields'][number]; group: Group }): ReactNode {
  const context = useFormatContext();
  const value = group[part.source];
  if (value instanceof Unreadable) return value.typed;
  const text = plainText(value);
  const label = fieldLabel(part, context);
  const named = (shown: string) => context.translate('list.labelled', { label, text: shown });
  switch (part.type) {
    case 'text':
      return part.format === undefined ? text : <FormattedText format={part.format} text={text} />;
    case 'enum':
      return enumType.render?.(value, part, context, group);
    case 'boolean':
      return label;
    case 'integer':
      return named(formatAmount(text, 0));
    case 'decimal':
      return named(formatAmount(decimalUnits(text, part.scale) ?? 0n, part.scale));
    case 'date':
      return named(text);
  }
}
