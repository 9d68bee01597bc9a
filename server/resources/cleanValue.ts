import { canonicalDecimal, type Field, type GroupField, isGroup, withoutRepeats } from '@merchant-console/declaration';

/**
 * Normalises a value: trims texts, turns empty ones into null, adds decimals. Secrets aren't trimmed. Leaves values of a wrong type to
 * the validation.
 */
export function cleanValue(field: Field, sent: unknown): unknown {
  if (sent === undefined || sent === '') return null;
  if (typeof sent === 'string' && (field.type === 'text' || field.type === 'longtext')) return sent.trim() || null;
  if (field.type === 'decimal')
    return canonicalDecimal(typeof sent === 'string' ? sent.trim() || null : sent, field.scale);
  if (typeof sent === 'number' && field.type === 'reference') return String(sent);
  if (!Array.isArray(sent)) return sent;
  if (field.type === 'references') return sent.length === 0 ? null : [...new Set(sent)];
  if (field.type === 'texts') return cleanTexts(sent);
  return field.type === 'group' ? cleanGroups(field, sent) : sent;
}

function cleanTexts(sent: readonly unknown[]): readonly unknown[] | null {
  if (!sent.every((text) => typeof text === 'string')) return sent;
  const texts = withoutRepeats(sent);
  return texts.length === 0 ? null : texts;
}

/** Each group gets all its values, empty ones as null, as records have them. */
function cleanGroups({ fields }: GroupField, sent: readonly unknown[]): readonly unknown[] | null {
  if (sent.length === 0) return null;
  return sent.map((group) => {
    if (!isGroup(group)) return group;
    const declared = fields.map((field): [string, unknown] => [field.source, cleanValue(field, group[field.source])]);
    return { ...group, ...Object.fromEntries(declared) };
  });
}
