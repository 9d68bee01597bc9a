import { computedOf } from '../../fieldTraits.ts';
import { isMasked } from '../../resource.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding } from '../Problem.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** R395: a file names records of another resource by one of its texts. */
export function checkMatched({ subject }: Member, set: DeclarationSet): Finding[] {
  const { declaration, fields } = subject;
  return Object.entries(declaration.import?.match ?? {}).flatMap(([source, by]) => {
    const field = fields.get(source);
    if (field?.type !== 'reference' && field?.type !== 'references') return [];
    const other = set.named(field.reference)?.subject;
    if (!other || !other.isSound('fields')) return [];
    const found = other.fields.get(by);
    if (found?.type === 'text' && !isMasked(found) && computedOf(found) === undefined) return [];
    const texts = [...other.fields.values()].filter(({ type }) => type === 'text').map((one) => one.source);
    return [
      finding(
        'R395',
        ['import', 'match', source],
        { source: by, reference: field.reference },
        { suggestion: nearest(by, texts) },
      ),
    ];
  });
}
