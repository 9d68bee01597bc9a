import { DEFAULT_LANGUAGE } from '@merchant-console/declaration/languages';
import type { Services } from '#server/services.ts';
import { addresseeOf, type PrepareMail, textMail } from '../mails/service.ts';

/** Writes the message to an owner that a user has gained the right to move money, or to manage keys or users. */
export function preparePowerMail({
  db,
  translators,
  publicUrl,
}: Pick<Services, 'db' | 'translators' | 'publicUrl'>): PrepareMail {
  return async (job) => {
    const owner = await addresseeOf(db, job);
    if (owner?.status !== 'enabled') return null;
    const { merchant } = owner;
    const translate = translators[owner.language ?? DEFAULT_LANGUAGE];
    const { name = '', powers = '' } = job.data;
    const list = powers.split(',').map((power) => translate(`inbox.powers.${power}`));
    const words = { name, merchant, powers: list.join(translate('list.comma')), link: publicUrl };
    const say = (text: string) => translate(`powerMail.${text}`, words);
    return textMail(job.mail_id, owner.email, say('subject'), [say('text'), say('advice'), say('link')]);
  };
}
