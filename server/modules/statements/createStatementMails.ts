import type { CurrencyStatement } from '#shared/contract/statements.ts';
import { monthInWords } from '#shared/format/monthInWords.ts';
import type { Language } from '@merchant-console/declaration/languages';
import { addressOf } from '#shared/menus/menuAddress.ts';
import { addDays, addMonths, type CurrencyData, formatAmount, scaleOfCurrency } from '@merchant-console/declaration';
import { nameIn } from '#server/http/disposition.ts';
import type { Mail } from '#server/network/createMailer.ts';
import type { OpenedFile } from '#server/resources/export/fileStreams.ts';
import type { Services } from '#server/services.ts';
import type { MailJob } from '../mails/service.ts';
import { createPdfs } from './statementFile.ts';

/** A larger file is only linked: many mail servers accept no more than 25 MB, and encoding adds a third. */
const MOST_BYTES = 10 * 1024 * 1024;

/** A statement to send. */
interface StatementJob extends Pick<MailJob, 'merchant_id' | 'user_id' | 'mail_id'> {
  /** First day of the month. */
  month: string;
}

/** Address and language of the user who receives a statement. */
export interface Recipient {
  address: string;
  language: Language;
}

export interface MailDeps extends Pick<Services, 'db' | 'clock' | 'translators' | 'publicUrl'> {
  menus: Pick<Services['menus'], 'outline'>;
}

/** Writes the messages with monthly statements. @param mostBytes size from which a file is only linked */
export function createStatementMails(deps: MailDeps, mostBytes = MOST_BYTES) {
  const { translators, menus, publicUrl } = deps;
  const openPdf = createPdfs(deps);

  /** Address of the month on the statement page, or of the console if the menu doesn't have the page. */
  async function linkTo(job: StatementJob): Promise<string> {
    const { entries } = await menus.outline(job.merchant_id);
    const page = entries.find(({ component_path }) => component_path === 'statements');
    return page ? `${publicUrl}${addressOf(page, entries)}?${new URLSearchParams({ ...periodOf(job) })}` : publicUrl;
  }

  return async (job: StatementJob, { address, language }: Recipient): Promise<Mail> => {
    const { merchant_id: merchantId, user_id: userId } = job;
    const { statement, own, file } = await openPdf({ merchantId, userId }, language, periodOf(job));
    const content = await bytesOf(file, mostBytes);
    const month = monthInWords(job.month, language);
    const words = {
      merchant: statement.merchant.name,
      month,
      link: await linkTo(job),
      account: `${publicUrl}/account`,
    };
    const say = (text: string) => translators[language](`statementMail.${text}`, words);
    const figures = statement.statements
      .map((of) => translators[language]('statementMail.figures', figuresOf(of, own)))
      .join('\n');
    const name = nameIn(file.headers['Content-Disposition'] ?? '');
    return {
      id: job.mail_id,
      to: address,
      subject: say('subject'),
      text: `${[say(content ? 'attached' : 'too_large'), figures, say('link'), say('why')].join('\n\n')}\n`,
      attachment: content && { name, type: 'application/pdf', content },
    };
  };
}

/** The figures of a currency in words. */
function figuresOf({ currency, whole }: CurrencyStatement, own: CurrencyData): Record<string, string> {
  const { gross, fee, net } = whole.activity;
  const amounts = { opening: whole.opening.total, gross, fee, net, closing: whole.closing.total };
  const scale = scaleOfCurrency(currency, own);
  return {
    currency,
    ...Object.fromEntries(Object.entries(amounts).map(([name, minor]) => [name, formatAmount(minor, scale)])),
  };
}

/** The month's first and last day. */
export function periodOf({ month }: Pick<StatementJob, 'month'>): { from: string; to: string } {
  return { from: month, to: addDays(addMonths(month, 1), -1) };
}

/** The file's content, or null if it is larger than `most` bytes. */
async function bytesOf({ bytes }: OpenedFile, most: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
