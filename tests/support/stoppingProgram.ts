import { stopOnSignals } from '#server/process/stopOnSignals.ts';

/**
 * A program that never finishes stopping. Its clock advances by one second with each read of its input. Prints `asked`
 * after each signal. Arguments: the limit in seconds.
 */
let now = 0;
stopOnSignals(
  () => new Promise(() => {}),
  Number(process.argv[2]),
  () => now,
);
process.on('SIGINT', () => process.stdout.write('asked\n'));
process.stdin.on('data', () => {
  now += 1_000;
  process.stdout.write('a second later\n');
});
process.stdout.write('ready\n');
