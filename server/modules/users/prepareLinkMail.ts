import { differenceInHours } from 'date-fns/differenceInHours';
import { DEFAULT_LANGUAGE, isLanguage } from '@merchant-console/declaration/languages';
import type { Services } from '#server/services.ts';
import { addresseeOf, type PrepareMail, textMail } from '../mails/service.ts';

/** Longest life of a link, in hours. */
const LINK_HOURS = 24;

/** Writes the message with the link by which a user sets up or renews a sign-in. */
export function prepareLinkMail(
  deps: Pick<Services, 'db' | 'clock' | 'cipher' | 'translators' | 'publicUrl'>,
): PrepareMail {
  const { db, clock, cipher, translators, publicUrl } = deps;
  return async (job) => {
    const { link = '', reason = 'invite', language: asked = '' } = job.data;
    const user = await addresseeOf(db, job);
    if (!user || user.status === 'disabled') return null;
    if (differenceInHours(clock.now(), job.created_at) >= LINK_HOURS) return null;
    const { username, email, merchant } = user;
    const words = { username, merchant, hours: LINK_HOURS };
    const translate = translators[user.language ?? (isLanguage(asked) ? asked : DEFAULT_LANGUAGE)];
    const say = (text: string) => translate(`linkMail.${text}`, words);
    const paragraphs = [say(`${reason}.text`), `${publicUrl}${cipher.decrypt(link)}`, say('once'), say('unexpected')];
    return textMail(job.mail_id, email, say(`${reason}.subject`), paragraphs);
  };
}
