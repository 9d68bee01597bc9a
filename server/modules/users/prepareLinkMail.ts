import { differenceInHours } from 'date-fns/differenceInHours';
import { DEFAULT_LANGUAGE, isLanguage } from '#shared/i18n/languages.ts';
import type { Services } from '#server/services.ts';
import type { PrepareMail } from '../mails/service.ts';

/** Longest life of a link, in hours. */
const LINK_HOURS = 24;

/** Writes the message with the link by which a user sets up or renews a sign-in. */
export function prepareLinkMail(
  deps: Pick<Services, 'db' | 'clock' | 'cipher' | 'translators' | 'publicUrl'>,
): PrepareMail {
  const { db, clock, cipher, translators, publicUrl } = deps;
  return async ({ merchant_id: merchantId, user_id: userId, mail_id: id, data, created_at }) => {
    const { link = '', reason = 'invite' } = data;
    const user = await db.kysely
      .selectFrom('users as u')
      .innerJoin('merchants as m', 'm.merchant_id', 'u.merchant_id')
      .where('u.merchant_id', '=', merchantId)
      .where('u.id', '=', userId)
      .where('u.status', '<>', 'disabled')
      .select(['u.username', 'u.email', 'u.language', 'm.name as merchant'])
      .executeTakeFirst();
    if (!user || user.email === null || differenceInHours(clock.now(), created_at) >= LINK_HOURS) return null;
    const { username, email, merchant } = user;
    const words = { username, merchant, hours: LINK_HOURS };
    const asked = data['language'] ?? '';
    const translate = translators[user.language ?? (isLanguage(asked) ? asked : DEFAULT_LANGUAGE)];
    const say = (text: string) => translate(`linkMail.${text}`, words);
    const paragraphs = [say(`${reason}.text`), `${publicUrl}${cipher.decrypt(link)}`, say('once'), say('unexpected')];
    return {
      mail: {
        id,
        to: email,
        subject: say(`${reason}.subject`),
        text: `${paragraphs.join('\n\n')}\n`,
        attachment: null,
      },
    };
  };
}
