import path from 'node:path';
import { parseArgs } from 'node:util';
import { type AmountScale, parseAmount, scaleByIso } from '@merchant-console/declaration';
import { systemClock } from '#server/clock.ts';
import { merchantOf, PLATFORM_ID } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { createMerchant, inviteMerchantOwner, MERCHANTS_VIEW } from '#server/modules/platform/createMerchant.ts';
import type { UserLink } from '#server/modules/users/service.ts';
import type { Config } from '#server/process/config.ts';
import { type Opened, PROJECT_FOLDER } from '#server/process/open.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import { readValues } from '#server/resources/readValues.ts';
import type { Values, WireRecord } from '#server/resources/RecordSource.ts';
import { loadResources } from '#server/resources/registry/readFolder.ts';
import { COMMAND_LINE, namingOptions, OptionsError } from './commandLine.ts';

/** A channel of a new merchant, in the form of the API call. */
type ChannelOption = { channel_id: string } & Record<string, unknown>;

interface ChannelOptionDeps {
  /** The platform's channels. */
  offered: readonly { id: string; code: string }[];
  /** Scale of the merchant's currency. */
  scale: AmountScale;
}

const FORM = 'code[:rate[:fixed_fee[:min_amount[:max_amount[:inner|outer]]]]]';

/** The command-line option of each field. */
const FIELDS = {
  name: 'name',
  short_name: 'short-name',
  currency: 'currency',
  time_zone: 'time-zone',
  owner_username: 'owner',
  owner_real_name: 'owner-name',
  owner_phone: 'owner-phone',
  owner_email: 'owner-email',
  contact_name: 'contact-name',
  phone: 'phone',
  email: 'email',
  notify_url: 'notify-url',
  remark: 'remark',
} as const;

const TEXT = { type: 'string' } as const;

const OPTIONS = {
  ...Object.fromEntries(Object.values(FIELDS).map((option) => [option, TEXT])),
  'approval-threshold': TEXT,
  'card-cooling-hours': TEXT,
  channel: { type: 'string', multiple: true, default: [] as string[] },
  json: { type: 'boolean', default: false },
} as const;

type Given = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** The new merchant as the platform sees it, and the link that sets up its owner's sign-in. */
interface MadeMerchant {
  record: WireRecord;
  link: UserLink;
  isJson: boolean;
}

/**
 * Creates a merchant from command-line arguments, like the form "New merchant".
 * @throws {OptionsError} if options are invalid; names each of them
 */
export async function makeMerchant(args: string[], { db, cipher }: Opened, config: Config): Promise<MadeMerchant> {
  const { values: given } = parseArgs({ args, options: OPTIONS });
  const { fields = [] } = (await loadResources(path.join(PROJECT_FOLDER, 'resources'))).get('merchants') ?? {};
  const { privateNotifyUrls, notifyUrlPorts } = config;
  const deps = { db, clock: systemClock, cipher, mailsLinks: false, privateNotifyUrls, notifyUrlPorts };
  return namingOptions(optionOf, () =>
    db.transaction(async (tx) => {
      const values = readValues({ fields, visible: fields, current: null }, await valuesOf(tx, given));
      const id = await createMerchant(tx, deps, COMMAND_LINE, values);
      const link = await inviteMerchantOwner(tx, deps, COMMAND_LINE, { id, language: 'en' });
      return { link, record: await readRecord(tx, MERCHANTS_VIEW, PLATFORM_ID, id), isJson: given.json };
    }),
  );
}

/** The form's values as the API takes them, with amounts in minor units. */
async function valuesOf(tx: Tx, given: Given): Promise<Values> {
  const texts = Object.entries(FIELDS).map(([field, option]): [string, unknown] => [field, given[option] ?? null]);
  const platform = await merchantOf(tx, PLATFORM_ID);
  const currency = typeof given['currency'] === 'string' ? given['currency'] : platform.currency;
  const scale = scaleByIso(currency) ?? 2;
  const { channel } = given;
  const offered = await tx
    .selectFrom('channels')
    .where('merchant_id', '=', PLATFORM_ID)
    .select(['id', 'code'])
    .execute();
  return {
    ...Object.fromEntries(texts),
    approval_threshold: thresholdIn(given['approval-threshold'], scale),
    card_cooling_hours: hoursIn(given['card-cooling-hours']),
    channels: Array.isArray(channel) ? channel.map((text) => readChannelOption(text, { offered, scale })) : [],
  };
}

function thresholdIn(text: Given[string], scale: AmountScale): string | null {
  if (typeof text !== 'string') return null;
  const parsed = parseAmount(text, scale);
  if (parsed.ok) return parsed.minor;
  throw new OptionsError({ '--approval-threshold': `must be an amount with at most ${scale} decimals, such as 5000` });
}

function hoursIn(text: Given[string]): number | null {
  if (typeof text !== 'string') return null;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new OptionsError({ '--card-cooling-hours': 'must be a whole number from 0 to 720' });
}

/** `channels.1.rate_bps` → `--channel (2nd, rate_bps)`; other fields by `FIELDS`. */
function optionOf(field: string): string {
  const [, at, term] = /^channels\.(\d+)(?:\.(.+))?$/.exec(field) ?? [];
  if (at !== undefined) return `--channel (number ${Number(at) + 1}${term === undefined ? '' : `, ${term}`})`;
  const options: Readonly<Record<string, string>> = {
    ...FIELDS,
    approval_threshold: 'approval-threshold',
    card_cooling_hours: 'card-cooling-hours',
    channels: 'channel',
  };
  return `--${options[field] ?? field}`;
}

/**
 * Parses `--channel code:rate:fixed_fee:min_amount:max_amount:deduction`, with the rate in percent and amounts in major
 * units. Omitted or empty parts take the platform's terms.
 * @throws {OptionsError} if a part is invalid; names that part
 */
function readChannelOption(text: string, { offered, scale }: ChannelOptionDeps): ChannelOption {
  const refused = (problem: string) => new OptionsError({ [`--channel ${text}`]: `${problem} (${FORM})` });
  const [code = '', rate = '', fixedFee = '', least = '', most = '', deduction = '', ...others] = text.split(':');
  if (others.length > 0) throw refused('has too many parts');
  const channel = offered.find((one) => one.code === code);
  if (!channel) {
    const codes = offered.map((one) => one.code).join(', ');
    throw refused(`the platform has no channel ${code}; it has ${codes === '' ? 'none yet' : codes}`);
  }
  const number = (part: string, name: string, decimals: AmountScale) => {
    const parsed = parseAmount(part, decimals);
    if (!parsed.ok) throw refused(`${name} must be a number with at most ${decimals} decimals`);
    return parsed.minor;
  };
  if (!['', 'inner', 'outer'].includes(deduction)) throw refused('the deduction must be inner or outer');
  return {
    channel_id: channel.id,
    ...(rate === '' ? {} : { rate_bps: Number(number(rate, 'the rate', 2)) }),
    ...(fixedFee === '' ? {} : { fixed_fee: number(fixedFee, 'the fixed fee', scale) }),
    ...(least === '' ? {} : { min_amount: number(least, 'the minimum', scale) }),
    ...(most === '' ? {} : { max_amount: number(most, 'the maximum', scale) }),
    ...(deduction === '' ? {} : { deduction }),
  };
}
