import { unavailable } from '../unavailable.ts';

/** After the database's own limit: it gets so long to say that a statement took too long. In milliseconds. */
const GRACE_MS = 500;

/**
 * Waits for the answer to a statement, and hangs up if the database is silent for longer than its own limit: it would
 * have cancelled the statement, so either the connection leads nowhere or the database hangs.
 * @param limitMs the database's own limit for this statement; 0: waits for as long as it takes
 * @throws {UnavailableError} if there is no answer; whatever `answer` rejects with
 */
export async function answerWithin<T>(
  client: { end(): Promise<void> },
  answer: Promise<T>,
  limitMs: number,
): Promise<T> {
  if (limitMs === 0) return answer;
  const patienceMs = limitMs + GRACE_MS;
  let isSettled = false;
  let isSilent = false;
  const giveUp = () => {
    if (isSettled) return;
    isSilent = true;
    // Closes the socket at once while a statement runs, and the statement fails with it.
    void client.end();
  };
  // After a long stall of this process the answer may lie in the socket: it is read before giving up.
  const timer = setTimeout(() => setImmediate(giveUp), patienceMs);
  try {
    return await answer;
  } catch (error) {
    throw isSilent ? unavailable(new Error(`Connection terminated: no answer within ${patienceMs} ms`)) : error;
  } finally {
    isSettled = true;
    clearTimeout(timer);
  }
}
