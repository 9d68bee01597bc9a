import { formatInZone } from '#shared/format/timeZone.ts';
import type { Services } from '#server/services.ts';
import type { PrepareMail } from '../mails/service.ts';

/** Writes the message that failed sign-ins have caused a lock, in the language of the user's last sign-in. */
export function prepareLockMail(deps: Pick<Services, 'db' | 'translators' | 'publicUrl'>): PrepareMail {
  const { db, translators, publicUrl } = deps;
  return async ({ merchant_id: merchantId, user_id: userId, mail_id: id, data }) => {
    const user = await db.kysely
      .selectFrom('users as u')
      .innerJoin('merchants as m', 'm.merchant_id', 'u.merchant_id')
      .where('u.merchant_id', '=', merchantId)
      .where('u.id', '=', userId)
      .where('u.status', '=', 'enabled')
      .select(['u.username', 'u.email', 'u.language'])
      .select((eb) => eb.fn.coalesce('u.time_zone', 'm.time_zone').as('time_zone'))
      .executeTakeFirst();
    if (!user || user.email === null) return null;
    const { username, email, language, time_zone: zone } = user;
    const { status = '', ip = '', until = '' } = data;
    const words = { username, ip, until: `${formatInZone(new Date(until), zone)} (${zone})`, link: publicUrl };
    const say = (text: string) => translators[language ?? 'en'](`lockMail.${text}`, words);
    const paragraphs = [say(status), say('known'), say('advice'), say('link')];
    return {
      mail: { id, to: email, subject: say('subject'), text: `${paragraphs.join('\n\n')}\n`, attachment: null },
    };
  };
}
