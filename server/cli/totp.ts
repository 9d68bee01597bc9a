import { systemClock } from '#server/clock.ts';
import { currentCode, UnknownSecretError } from '#server/demo/signIns.ts';
import { explain } from '#server/process/startProblem.ts';

/** `npm run totp -- <secret|demo>`: prints the current authenticator code. */
async function totp(words: string[]): Promise<void> {
  if (words.length === 0) throw new UnknownSecretError();
  const { code, secondsLeft } = await currentCode(words.join(''), systemClock.now());
  process.stdout.write(`${code}  (${secondsLeft} s left)\n`);
}

totp(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
