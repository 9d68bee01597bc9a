import { checkValue } from '#shared/declaration/checkValue.ts';
import { isFileValue } from '#shared/declaration/fileValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { ValidationError, type Message } from '#server/errors.ts';
import type { CallMeans } from '../CallMeans.ts';
import type { Values } from '../RecordSource.ts';

/**
 * Checks that referenced records and files exist in the tenant. Takes a file's name, size and type from the server's
 * records.
 * @throws {ValidationError} if references are invalid; names each field
 */
export async function withKnownRecords(
  means: Pick<CallMeans, 'backendOf' | 'files'>,
  merchantId: string,
  fields: readonly Field[],
  values: Values,
): Promise<Values> {
  const known: Record<string, unknown> = { ...values };
  const errors: Record<string, Message> = {};
  for (const field of fields) {
    const value = values[field.source];
    if (field.type === 'reference' && typeof value === 'string') {
      const backend = means.backendOf(field.reference);
      const exists = !backend || (await backend.source.one(merchantId, value)) !== undefined;
      if (!exists) errors[field.source] = { key: 'reference_not_found' };
    } else if ((field.type === 'file' || field.type === 'image') && isFileValue(value)) {
      const stored = await means.files.find(merchantId, value.id);
      const problem = stored ? checkValue(field, stored) : { key: 'file_unknown' };
      if (problem) errors[field.source] = problem;
      known[field.source] = stored;
    }
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return known;
}
