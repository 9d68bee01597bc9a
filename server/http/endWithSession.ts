import type { Readable } from 'node:stream';
import { ForbiddenError, SessionEndedError } from '../errors.ts';
import type { Session } from './session.ts';

/** Interval of checks while a file is sent, in milliseconds. */
export const CHECK_EVERY_MS = 1_000;

/**
 * Aborts a file that is being sent when its session ends, for example because the user was disabled, or when the user
 * loses a permission, because any of them may decide what the file contains.
 * @param look reads the current session; throws SessionEndedError if it has ended
 */
export function endWithSession(body: Readable, { permissions }: Session, look: () => Promise<Session>): void {
  async function check(): Promise<void> {
    try {
      const now = await look();
      if (![...permissions].every((key) => now.permissions.has(key))) body.destroy(new ForbiddenError());
    } catch (error) {
      // The next check repeats one that failed for another reason.
      if (error instanceof SessionEndedError) body.destroy(error);
    }
  }
  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref();
  body.once('close', () => clearInterval(timer));
}
