/**
 * Splits a condition of a plan, such as `((a.b = 1) AND (a.c = 'x'))`, into the terms that must all hold, without their
 * outer parentheses. A condition without `AND` on its top level is one term.
 */
export function andedTerms(condition: string): string[] {
  const text = withoutParentheses(condition.trim());
  if (text === '') return [];
  const parts = topLevelParts(text);
  if (parts.length === 1) return [text];
  return parts.flatMap(andedTerms);
}

/** The parts between top-level `AND`s; the text itself if there are others than `AND`, such as `OR`. */
function topLevelParts(text: string): string[] {
  const parts: string[] = [];
  let [depth, begin] = [0, 0];
  for (const { index, 0: token } of text.matchAll(/'(?:[^']|'')*'|"[^"]*"|[()]| AND | OR /g)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (depth === 0 && token === ' OR ') return [text];
    else if (depth === 0 && token === ' AND ') {
      parts.push(text.slice(begin, index));
      begin = index + token.length;
    }
  }
  return [...parts, text.slice(begin)];
}

function withoutParentheses(text: string): string {
  if (!text.startsWith('(')) return text;
  let depth = 0;
  for (const { index, 0: token } of text.matchAll(/'(?:[^']|'')*'|"[^"]*"|[()]/g)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    if (depth === 0) return index === text.length - 1 ? withoutParentheses(text.slice(1, -1)) : text;
  }
  return text;
}
