import { parseArgs } from 'node:util';
import { listOperators, type Operator } from '#server/modules/users/operators.ts';
import { systemClock } from '#server/clock.ts';
import { onDatabaseAsIs, printJson, runCommand } from './commandLine.ts';

/** `npm run admin:list`: prints the platform's users and whether they have set up their sign-in. */
async function listAdmins(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const operators = await onDatabaseAsIs(listOperators);
  if (values.json) return printJson(operators);
  const lines = operators.map((one) => [one.username, one.real_name ?? '', one.roles ?? '', one.status, about(one)]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(0, ...lines.map((line) => line[at]?.length ?? 0)));
  const shown = lines.map((line) =>
    line
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  process.stdout.write(
    shown.length > 0 ? `${shown.join('\n')}\n` : 'There are no operators yet. Create one: npm run admin:create\n',
  );
}

function about({ status, last_login_at: at, link_expires_at: end }: Operator): string {
  if (status !== 'invited') return at === null ? 'has never signed in' : `last signed in ${at.toISOString()}`;
  if (end === null || end <= systemClock.now()) return 'link expired: npm run admin:create -- <username> --renew';
  return `link valid until ${end.toISOString()}`;
}

runCommand(listAdmins);
