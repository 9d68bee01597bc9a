import { millisecondsInMinute } from 'date-fns/constants';
import { differenceInMinutes } from 'date-fns/differenceInMinutes';
import type { Language } from '@merchant-console/declaration/languages';
import { formatInZone, offsetAt, type Translate } from '@merchant-console/declaration';
import { amountInWords } from '#shared/money/amountInWords.ts';
import type { Payment, PaymentState } from './createPayments.ts';
import { PAY_PAGE_STYLE } from './payPageStyle.ts';

/** Language of a page. */
export interface Reader {
  language: Language;
  translate: Translate;
}

/** The payment page: what to pay and two buttons, or the result and the way back. */
export function payPage(payment: Payment, { language, translate }: Reader, now: Date): string {
  const { state, merchantName: merchant, returnUrl } = payment;
  const title = translate(`payPage.${state}.title`, { merchant });
  const amount = html`<p class="amount">${amountInWords(payment.amount, payment.currency, payment.own)}</p>`;
  const back = returnUrl !== null && html`<a class="back first" href="${returnUrl}">${translate('payPage.back', { merchant })}</a>`; // prettier-ignore
  const isOpen = state === 'open';
  const body = html`
    ${isOpen ? null : signOf(state)}
    <h1>${title}</h1>
    ${isOpen || state === 'paid' ? amount : null}
    ${isOpen ? null : html`<p class="explained">${translate(`payPage.${state}.text`, { merchant })}</p>`}
    ${factsOf(payment, translate, now)} ${isOpen ? buttons(translate) : back || null}
  `;
  return page({ language, title, body, test: translate('payPage.test') });
}

/** An error page without a payment. */
export function payPageRefusal({ language, translate }: Reader, key: 'unknown' | 'too_many' | 'trouble'): string {
  const title = translate(`payPage.${key}.title`);
  const body = html`${signOf('none')}
    <h1>${title}</h1>
    <p class="explained">${translate(`payPage.${key}.text`)}</p>`;
  return page({ language, title, body, test: null });
}

function page(content: { language: Language; title: string; body: Html; test: string | null }): string {
  const { language, title, body, test } = content;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        ${new Html(`<style>${PAY_PAGE_STYLE}</style>`)}
      </head>
      <body>
        <main>
          ${test === null ? null : html`<p class="test">${test}</p>`}
          <div class="body">${body}</div>
        </main>
      </body>
    </html>`.text;
}

function factsOf({ state, orderNo, subject, expiresAt, timeZone }: Payment, translate: Translate, now: Date): Html {
  const fact = (key: string, value: Html | string) =>
    html`<dt>${translate(`payPage.${key}`)}</dt>
      <dd>${value}</dd>`;
  return html`<dl>
    ${fact('order_no', orderNo)} ${subject === null ? null : fact('subject', subject)}
    ${state === 'open' && expiresAt ? fact('time_left', timeLeft(expiresAt, { timeZone, translate, now })) : null}
  </dl>`;
}

/** Whole minutes and the end time, because the page has no script to count down. */
function timeLeft(
  until: Date,
  { timeZone, translate, now }: Pick<Payment, 'timeZone'> & { translate: Translate; now: Date },
): Html {
  const minutes = differenceInMinutes(until, now);
  const left = minutes < 1 ? translate('payPage.last_minute') : translate('payPage.minutes', { smart_count: minutes });
  const time = `${formatInZone(until, timeZone).slice(0, -3)} (${zoneName(until, timeZone)})`;
  return html`${left}<small
      ><time datetime="${until.toISOString()}">${translate('payPage.until', { time })}</time></small
    >`;
}

/** `UTC+8`, `UTC-3:30`. */
function zoneName(at: Date, timeZone: string): string {
  const minutes = Math.round(offsetAt(at.getTime(), timeZone) / millisecondsInMinute);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

function buttons(translate: Translate): Html {
  return html`<form method="post">
    <button class="first" name="decision" value="pay">${translate('payPage.pay')}</button>
    <button name="decision" value="decline">${translate('payPage.decline')}</button>
  </form>`;
}

const SIGNS: Record<Exclude<PaymentState, 'open'> | 'none', string> = {
  paid: 'M15 25l6 6 12-13',
  failed: 'M17 17l14 14M31 17L17 31',
  expired: 'M24 14v11l7 4',
  none: 'M24 14v13M24 33v.5',
};

function signOf(sign: keyof typeof SIGNS): Html {
  return html`<svg class="sign ${sign}" viewBox="0 0 48 48" aria-hidden="true"><path d="${SIGNS[sign]}" /></svg>`;
}

/** An HTML fragment that is already escaped. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type HtmlPart = string | Html | null | readonly HtmlPart[];

/**
 * Builds HTML from a template: texts are escaped for elements and quoted attributes, fragments inserted as they are,
 * null is empty.
 *
 * @example html`<h1 title="${name}">${name}</h1>`
 */
export function html(texts: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(texts.reduce((all, text, index) => all + written(parts[index - 1] ?? null) + text));
}

function written(part: HtmlPart): string {
  if (part === null) return '';
  if (typeof part === 'string') return escaped(part);
  return part instanceof Html ? part.text : part.map(written).join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
