import { z } from 'zod';
import { ApiError } from '#console/api/ApiError.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { errorText } from '#console/views/state/errorText.ts';

const bodySchema = z.object({ errors: z.record(z.string(), z.unknown()) });

/** Why the server refused a change that was not typed into a form: what it would have said below the inputs. */
export function refusalText(error: Error, translate: Translate): string {
  const errors = error instanceof ApiError ? bodySchema.safeParse(error.body).data?.errors : undefined;
  const texts = Object.values(errors ?? {}).filter((text) => typeof text === 'string');
  return texts.length > 0 ? texts.join(' ') : errorText(error, translate);
}
