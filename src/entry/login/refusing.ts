import { ApiError, fieldMessages, SessionDataError } from '@merchant-console/ra-provider';
import { FormRefusal } from './FormRefusal.ts';

/** Converts errors of the call that have a message for the user to a FormRefusal. */
export async function refusing<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof SessionDataError) throw new FormRefusal(error.messageKey);
    if (error instanceof ApiError)
      throw new FormRefusal(error.messageKey ?? error.message, fieldMessages(error), error.messageArgs, {
        cause: error,
      });
    throw error;
  }
}
