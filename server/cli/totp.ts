import { systemClock } from '#server/clock.ts';
import { currentCode, UnknownSecretError } from '#demo/signIns.ts';
import { runCommand } from './commandLine.ts';

/** `npm run totp -- <secret|demo>`: prints the current authenticator code. */
async function totp(words: string[]): Promise<void> {
  if (words.length === 0) throw new UnknownSecretError();
  const { code, secondsLeft } = await currentCode(words.join(''), systemClock.now());
  process.stdout.write(`${code}  (${secondsLeft} s left)\n`);
}

runCommand(() => totp(process.argv.slice(2)));
