import { formatInZone } from '@merchant-console/declaration';
import type { Services } from '#server/services.ts';
import { addresseeOf, type PrepareMail, textMail } from '../mails/service.ts';

/** Writes the message that failed sign-ins have caused a lock, in the language of the user's last sign-in. */
export function prepareLockMail(deps: Pick<Services, 'db' | 'translators' | 'publicUrl'>): PrepareMail {
  const { db, translators, publicUrl } = deps;
  return async (job) => {
    const user = await addresseeOf(db, job);
    if (user?.status !== 'enabled') return null;
    const { username, email, language, time_zone: zone } = user;
    const { status = '', ip = '', until = '' } = job.data;
    const words = { username, ip, until: `${formatInZone(new Date(until), zone)} (${zone})`, link: publicUrl };
    const say = (text: string) => translators[language ?? 'en'](`lockMail.${text}`, words);
    const paragraphs = [say(status), say('known'), say('advice'), say('link')];
    return textMail(job.mail_id, email, say('subject'), paragraphs);
  };
}
