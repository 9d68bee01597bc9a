import { DEFAULT_LANGUAGE } from '#shared/i18n/languages.ts';
import type { Services } from '#server/services.ts';
import type { PrepareMail } from '../mails/service.ts';

/** Writes the message to an owner that a user has gained the right to move money, or to manage keys or users. */
export function preparePowerMail({
  db,
  translators,
  publicUrl,
}: Pick<Services, 'db' | 'translators' | 'publicUrl'>): PrepareMail {
  return async ({ merchant_id: merchantId, user_id: userId, mail_id: id, data }) => {
    const owner = await db.kysely
      .selectFrom('users as u')
      .innerJoin('merchants as m', 'm.merchant_id', 'u.merchant_id')
      .where('u.merchant_id', '=', merchantId)
      .where('u.id', '=', userId)
      .where('u.status', '=', 'enabled')
      .select(['u.email', 'u.language', 'm.name as merchant'])
      .executeTakeFirst();
    if (!owner || owner.email === null) return null;
    const { email, merchant } = owner;
    const translate = translators[owner.language ?? DEFAULT_LANGUAGE];
    const { name = '', powers = '' } = data;
    const list = powers.split(',').map((power) => translate(`inbox.powers.${power}`));
    const words = { name, merchant, powers: list.join(translate('list.comma')), link: publicUrl };
    const say = (text: string) => translate(`powerMail.${text}`, words);
    const text = [say('text'), say('advice'), say('link')].join('\n\n');
    return { mail: { id, to: email, subject: say('subject'), text: `${text}\n`, attachment: null } };
  };
}
