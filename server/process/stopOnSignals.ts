/** Ctrl-C in a terminal reaches the server by itself and by npm: what follows within this is the same. In milliseconds. */
const SAME_MS = 500;

/**
 * Ends the process when it is asked to: with 0 once `stop` is through, with 1 when that fails or takes longer than
 * `limitSeconds`. Asked a second time it ends at once.
 * @param now milliseconds, from any moment on
 */
export function stopOnSignals(
  stop: () => Promise<void>,
  limitSeconds: number,
  now: () => number = () => performance.now(),
): void {
  let askedAt: number | null = null;
  const onSignal = () => {
    if (askedAt !== null) {
      if (now() - askedAt > SAME_MS) giveUp('Stopped at once: asked a second time');
      return;
    }
    askedAt = now();
    setTimeout(
      () => giveUp(`Stopped in the middle: not everything was done in ${limitSeconds} s`),
      limitSeconds * 1000,
    );
    stop().then(
      () => process.exit(0),
      (error: unknown) => giveUp(`Stopped, but not cleanly: ${error instanceof Error ? error.message : String(error)}`),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
}

function giveUp(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
