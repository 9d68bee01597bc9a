import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Resource, seesAllRecords, webhookEventsOf, webhooksOf } from '@merchant-console/declaration';
import { WEBHOOK_EVENTS } from '#shared/contract/webhooks.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { secretOf } from '#server/crypto/webhookSecret.ts';
import { ValidationError } from '#server/errors.ts';
import { textIn } from '#server/money/readForm.ts';
import { notifyUrlProblem, type NotifyRules } from '#server/network/notifyUrl.ts';
import type { Actor, Values } from '#server/resources/RecordSource.ts';
import { sealKey, tailOf } from '../signingKeys/service.ts';

const eventsSchema = z.array(z.string()).nullish();

/**
 * The chosen events, empty for all of `WEBHOOK_EVENTS`.
 * @param options.former the endpoint's events, which may stay even if there are no such events any more
 * @throws {ValidationError} if one doesn't exist, or the actor may not see all records of its resource
 */
export function eventsIn(
  values: Values,
  actor: Actor,
  { former, resources }: { former: readonly string[]; resources: Iterable<Resource> },
): string[] {
  const { data, success } = eventsSchema.safeParse(values['events']);
  const seen = resourcesToChoose(resources, actor).flatMap(webhookEventsOf);
  const known = [...new Set([...WEBHOOK_EVENTS, ...seen, ...former])];
  if (!success || data?.some((event) => !known.includes(event)))
    throw new ValidationError({ events: { key: 'invalid_value', args: { value: String(values['events']) } } });
  return known.filter((event) => data?.includes(event) === true);
}

/** The resources with events for endpoints that a user may choose: an endpoint receives those of all records. */
export function resourcesToChoose(
  resources: Iterable<Resource>,
  { permissions }: Pick<Actor, 'permissions'>,
): Resource[] {
  if (!permissions) return [];
  return [...resources].filter((resource) => webhooksOf(resource).length > 0 && seesAllRecords(resource, permissions));
}

/** @throws {ValidationError} if the address isn't allowed */
export function urlIn(values: Values, rules: NotifyRules): string {
  const url = textIn(values, 'url').trim();
  assertAllowed(url, rules);
  return url;
}

/** @throws {ValidationError} */
export function assertAllowed(url: string, rules: NotifyRules): void {
  const problem = notifyUrlProblem(url, rules);
  if (problem) throw new ValidationError({ url: problem });
}

/** Bytes of a secret. */
const SECRET_BYTES = 32;

/** A secret, and the columns that keep it encrypted. */
export function newSecret({ encrypt }: Pick<Cipher, 'encrypt'>, id: string) {
  const secret = secretOf(randomBytes(SECRET_BYTES));
  return { secret, stored: { secret: sealKey(encrypt, id, secret), secret_tail: tailOf(secret) } };
}
