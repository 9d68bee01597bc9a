/**
 * Ctrl-C in a terminal sends the signal twice, directly and through npm. Signals within this time count once. In
 * milliseconds.
 */
const SAME_MS = 500;

/**
 * Ends the process on SIGINT or SIGTERM: with 0 after `stop` resolves, with 1 if it fails or takes longer than
 * `limitSeconds`. A second signal ends it immediately.
 * @param now monotonic clock, in milliseconds
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
