import type { BankOrder } from './bankBooks.ts';

/** The page on which a payer pays a collection by pressing a button. */
export function payPage({ id, amount, currency, status, returnUrl }: BankOrder): string {
  const form = `<form method="post" action="/pay/${id}"><button>Pay</button></form>`;
  const back = returnUrl === null ? '' : `<p><a href="${escaped(returnUrl)}">Back to the shop</a></p>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Example bank</title>
<h1>Example bank</h1><p>${escaped(`${amount} ${currency}`)}: ${status}</p>${status === 'waiting' ? form : back}</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
