import type { Field } from '@merchant-console/declaration';
import { encryptedColumn, formerColumn, keepingOf, maskColumn, storedColumnsOf } from './columns.ts';
import type { RememberedField } from './rememberedFields.ts';

/**
 * How to migrate the stored values of a field. `add`: there are none. `convert`: change the type of their column.
 * `encrypt`: make them masked. `remask`: show another part. `unmask`: decrypt them. `replace`: they can't be kept, so there
 * must be none.
 */
export type Move = 'add' | 'keep' | 'convert' | 'encrypt' | 'remask' | 'unmask' | 'replace';

interface Moving {
  /** Types by name of the existing table's columns; null if there is no table. */
  columns: ReadonlyMap<string, string> | null;
  /** The source whose columns contain the field's values, or null if there are none. */
  from: string | null;
  before: RememberedField | null;
  mayUnmask: boolean;
  mayConvert: boolean;
}

export function moveOf(field: Field, moving: Moving): Move {
  const { columns, from } = moving;
  if (!columns || from === null) return 'add';
  if (!mayBecome(moving, field)) return 'replace';
  const found: Found = {
    plainType: columns.get(from) ?? columns.get(formerColumn(from)),
    isConverting: columns.has(formerColumn(from)),
    isEncrypted: columns.has(encryptedColumn(from)),
    hasMask: columns.has(maskColumn(from)),
  };
  switch (keepingOf(field)) {
    case 'plain':
      return moveToPlain(field, found, moving);
    case 'masked':
      return moveToMasked(field, found, moving);
    case 'secret':
      return found.plainType === undefined && !found.hasMask ? 'keep' : 'replace';
  }
}

/** The existing columns of a source. */
interface Found {
  /** Type of its plain values, or undefined if it has none. */
  plainType: string | undefined;
  /** True if a conversion of its plain values hasn't ended. */
  isConverting: boolean;
  isEncrypted: boolean;
  hasMask: boolean;
}

function moveToPlain(field: Field, found: Found, { before, mayUnmask }: Moving): Move {
  const { plainType, isConverting, isEncrypted } = found;
  const isUnmasked = mayUnmask && before?.mask !== undefined && ['text', 'longtext'].includes(field.type);
  if (isUnmasked && isEncrypted) return 'unmask';
  if (plainType === undefined || isEncrypted || isConverting) return 'replace';
  if (plainType === storedColumnsOf(field)[0]?.type) return 'keep';
  return before === null || before.type === field.type ? 'replace' : 'convert';
}

function moveToMasked(field: Field, { plainType, isEncrypted, hasMask }: Found, { before }: Moving): Move {
  if (plainType !== undefined) return plainType === 'text' ? 'encrypt' : 'replace';
  if (!isEncrypted || !hasMask) return 'replace';
  return field.type === 'text' && before?.mask !== field.mask ? 'remask' : 'keep';
}

/**
 * Types whose columns can hold all values of another type, or all values found in the rows, with the same meaning. An
 * integer isn't an amount, which counts minor units. Values made secret could never be read again.
 */
const WIDER: Partial<Record<string, readonly Field['type'][]>> = {
  text: ['longtext', 'enum', 'texts'],
  texts: ['longtext'],
  longtext: ['text', 'enum'],
  enum: ['text', 'longtext'],
  image: ['file'],
  integer: ['text', 'longtext'],
  boolean: ['text', 'longtext'],
  date: ['text', 'longtext'],
};

/** Types that texts can be converted to by `migrate.convert`, if all values can be converted back to the same text. */
export const CONVERTIBLE: readonly string[] = ['integer', 'boolean', 'date'];

const TEXTS = ['text', 'longtext', 'enum'];

function mayBecome({ before, mayConvert }: Pick<Moving, 'before' | 'mayConvert'>, field: Field): boolean {
  if (before === null) return true;
  const { type } = before;
  const isConverted = mayConvert && TEXTS.includes(type) && CONVERTIBLE.includes(field.type);
  if (type !== field.type) return isConverted || WIDER[type]?.includes(field.type) === true;
  return (field.type !== 'reference' && field.type !== 'references') || before.reference === field.reference;
}
