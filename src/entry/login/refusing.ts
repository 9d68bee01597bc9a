import { z } from 'zod';
import { ApiError } from '#console/api/ApiError.ts';
import { SessionDataError } from '#console/api/SessionDataError.ts';
import { FormRefusal } from './FormRefusal.ts';

const bodySchema = z.object({ errors: z.record(z.string(), z.unknown()) });

/** Converts errors of the call that have a message for the user to a FormRefusal. */
export async function refusing<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof SessionDataError) throw new FormRefusal(error.messageKey);
    if (error instanceof ApiError)
      throw new FormRefusal(error.messageKey ?? error.message, fieldsOf(error), error.messageArgs);
    throw error;
  }
}

function fieldsOf({ body }: ApiError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [field, message] of Object.entries(bodySchema.safeParse(body).data?.errors ?? {})) {
    if (typeof message === 'string') fields[field] = message;
  }
  return fields;
}
