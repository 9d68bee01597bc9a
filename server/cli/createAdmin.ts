import { parseArgs } from 'node:util';
import { systemClock } from '#server/clock.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { ValidationError } from '#server/errors.ts';
import { changePlatformSettings } from '#server/modules/platform/platformSettings.ts';
import { createOperator, renewOperatorLink } from '#server/modules/users/operators.ts';
import { usernameProblem } from '#server/modules/users/service.ts';
import { publicUrlOf } from '#server/process/config.ts';
import { COMMAND_LINE, namingOptions, onDatabase, OptionsError, printJson, runCommand } from './commandLine.ts';

const USAGE = `Usage: npm run admin:create -- <username> [options]
  --name "Full name"          of the operator
  --renew                     makes a new link for an operator who has not used theirs
  --platform "Company"        name of the payment company, in place of "Platform"
  --currency EUR              the platform's currency
  --time-zone Europe/Paris    the platform's time zone
  --json                      prints JSON`;

const OPTIONS = {
  name: { type: 'string' },
  renew: { type: 'boolean', default: false },
  platform: { type: 'string' },
  currency: { type: 'string' },
  'time-zone': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

const OPTION_OF: Readonly<Record<string, string>> = {
  name: '--platform',
  currency: '--currency',
  time_zone: '--time-zone',
  username: '<username>',
};

/**
 * `npm run admin:create`: creates a platform user, or a new link for one, and prints the link that sets up the sign-in.
 */
async function createAdmin(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [username] = positionals;
  if (username === undefined || positionals.length > 1)
    throw new OptionsError({ '<username>': `is required\n${USAGE}` });
  const settings = settingsIn(values);
  const hasSettings = Object.keys(settings).length > 0;
  if (values.renew && (hasSettings || values.name !== undefined)) {
    throw new OptionsError({ '--renew': 'can only be combined with --json, because it only creates a new link' });
  }
  await onDatabase(async ({ db, cipher }, config) => {
    const deps = { clock: systemClock, cipher };
    const link = await namingOptions(
      (field) => OPTION_OF[field] ?? field,
      () =>
        db.transaction(async (tx) => {
          if (values.renew) return renewOperatorLink(tx, deps, COMMAND_LINE, username);
          const problem = usernameProblem(username);
          if (problem) throw new ValidationError({ username: problem });
          if (hasSettings) {
            const target = { id: PLATFORM_ID, revision: null };
            await changePlatformSettings(tx, systemClock, { actor: COMMAND_LINE, target, values: settings });
          }
          return createOperator(tx, deps, COMMAND_LINE, { username, realName: values.name ?? null });
        }),
    );
    const address = `${publicUrlOf(config)}${link.link}`;
    if (values.json) return printJson({ username, link: address, expires_at: link.expires_at });
    process.stdout.write(
      `\n  ${username} can sign in after setting up access with this link. It works once and expires after a day:\n\n  ${address}\n\n`,
    );
  });
}

function settingsIn({
  platform,
  currency,
  'time-zone': zone,
}: {
  platform?: string;
  currency?: string;
  'time-zone'?: string;
}): Record<string, string> {
  const given = { name: platform?.trim(), currency, time_zone: zone };
  const said = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const empty = said.find(([, value]) => value === '');
  if (empty) throw new OptionsError({ [OPTION_OF[empty[0]] ?? empty[0]]: 'must not be empty' });
  return Object.fromEntries(said);
}

runCommand(createAdmin);
