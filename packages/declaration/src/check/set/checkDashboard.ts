import { isPlainPreset } from '@merchant-console/protocol';
import type { DashboardCard, Declaration } from '../../declarationSchema.ts';
import { isMerchantNo } from '../../resource.ts';
import { foldedName } from '../../rollOut.ts';
import { checkGroups } from '../references/checkCharts.ts';
import { checkNames } from '../references/checkNames.ts';
import { repeated } from '../references/repeated.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { asOther, checkFilter, checkOrder, notSummed, unknownResource } from './checkListed.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** R206, R207, R258, R270, R271, R435 to R437 and R460 to R463: what the cards show, and whose first page it is. */
export function checkDashboard(member: Member, set: DeclarationSet): Finding[] {
  const { cards = [] } = member.subject.declaration;
  return [...cards.flatMap((card, at) => checkCard(card, ['cards', at], set)), ...checkFirstPage(member, set)];
}

function checkCard(card: DashboardCard, path: Path, set: DeclarationSet): Finding[] {
  const { reference } = card;
  const place = [...path, 'reference'];
  const unknown = unknownResource(reference, place, set);
  const found = set.named(reference)?.subject;
  if (unknown.length > 0 || !found) return unknown;
  if (!found.operations.includes('list')) return [finding('R461', place, { reference })];
  const other = asOther(found);
  return [...checkFilter(card, other, path), ...checkContent(card, other, path)];
}

function checkContent(card: DashboardCard, other: Subject, path: Path): Finding[] {
  const { reference } = card;
  if (card.type === 'list') {
    const columns = [...path, 'columns'];
    const isMissing = (source: string) => other.fields.get(source)?.recordOnly === true;
    return [
      ...checkNames(other, card.columns, columns),
      ...(card.columns ?? []).flatMap((source, at) =>
        isMissing(source) ? [finding('R174', [...columns, at], { source })] : [],
      ),
      ...checkOrder(card, other, path),
    ];
  }
  const summed = card.sum === undefined ? [] : notSummed(card.sum, { reference, other, path: [...path, 'sum'] });
  if (lacksSums(card, other)) return [finding('R462', [...path, 'type'], { reference, type: card.type })];
  if (card.type === 'figure') return summed;
  const field = other.fields.get(card.by);
  return [...(field ? checkGroups(field, card, path) : other.undeclared(card.by, [...path, 'by'])), ...summed];
}

/** True if the resource's back end has no call that counts and sums, or that does so in groups. */
function lacksSums({ type }: DashboardCard, { declaration: { storage, envelope, endpoints = {} } }: Subject): boolean {
  if (storage === 'table') return false;
  return type === 'chart'
    ? isPlainPreset(envelope) || endpoints.summary !== undefined
    : isPlainPreset(envelope) && !endpoints.summary;
}

/** R463: a role of a tenant has one first page. */
function checkFirstPage({ file, subject }: Member, { members }: DeclarationSet): Finding[] {
  const { firstPageOf = [], tenants } = subject.declaration;
  const before = members.slice(
    0,
    members.findIndex((member) => member.file === file),
  );
  return [
    ...repeated(firstPageOf.map(foldedName)).map((at) =>
      finding('R114', ['firstPageOf', at], { source: firstPageOf[at] ?? '' }),
    ),
    ...firstPageOf.flatMap((role, at) => {
      const other = before.find(({ subject: { declaration } }) => {
        const named = (declaration.firstPageOf ?? []).map(foldedName);
        return named.includes(foldedName(role)) && overlap(declaration.tenants, tenants);
      });
      return other ? [finding('R463', ['firstPageOf', at], { role, file: other.file })] : [];
    }),
  ];
}

type Tenants = Declaration['tenants'];

/** True if a tenant may belong to both. */
function overlap(some: Tenants, others: Tenants): boolean {
  const has = (tenants: Tenants, one: string) =>
    tenants === 'all' ||
    tenants?.includes(one) === true ||
    (isMerchantNo(one) && tenants?.includes('merchant') === true);
  const listed = [some, others].flatMap((tenants) => (Array.isArray(tenants) ? tenants : []));
  return (some === 'all' && others === 'all') || listed.some((one) => has(some, one) && has(others, one));
}
