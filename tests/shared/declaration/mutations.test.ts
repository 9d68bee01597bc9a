import { describe, expect, it } from 'vitest';
import {
  PROBLEMS,
  checkInSteps,
  type CheckedFiles,
  type CheckEnvironment,
  type Problem,
  problemText,
} from '@merchant-console/declaration/check';
import { createTranslator } from '@merchant-console/declaration';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { componentsWith } from '#shared/shippedComponents.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { OWN_INDEXES } from '#server/modules/ownIndexes.ts';
import { expectedPlace, mutated, NAMED_TEXTS, TEXTS, type Mutation } from './mutations/Mutation.ts';
import { readMutations } from './mutations/readMutations.ts';

const messages = await loadMessages('i18n');
const environment: CheckEnvironment = {
  calls: ['/login', '/logout'],
  permissions: ['home.show'],
  menu: ['dashboard', 'orders', 'agents'],
  builtInPages: ['dashboard'],
  menuEntries: ['/order', '/crm'],
  indexes: OWN_INDEXES,
  components: componentsWith({}),
  texts: messages,
};

const MUTATIONS = (['syntax', 'shape', 'fields', 'parts', 'set', 'dashboards'] as const).flatMap(readMutations);

/** Results for the original files, which each mutation leaves all but one of as they are. */
const originals: CheckedFiles = new Map();

/** The problems of the given files. The files that they refer to are only there to be found. */
function problemsWith(texts: Record<string, string>, known: CheckedFiles): Problem[] {
  const files = [...NAMED_TEXTS, ...Object.entries(texts)].map(([name, text]) => ({ file: `${name}.json`, text }));
  const checking = checkInSteps(files, environment, known);
  let step = checking.next();
  while (!step.done) step = checking.next();
  return step.value.problems.filter(({ file }) => !NAMED_TEXTS.has(file.replace('.json', '')));
}

const problemsOfOriginals = problemsWith(TEXTS, originals);

const found = new Map<Mutation, Problem[]>();

function problemsOf(mutation: Mutation): Problem[] {
  const problems =
    found.get(mutation) ?? problemsWith({ ...TEXTS, [mutation.file]: mutated(mutation) }, new Map(originals));
  found.set(mutation, problems);
  return problems;
}

describe('the original files', () => {
  it('have no problems', () => {
    expect(problemsOfOriginals).toEqual([]);
  });
});

describe(`each of ${MUTATIONS.length} broken declarations`, () => {
  it.each(MUTATIONS.map((mutation) => [mutation.what, mutation] as const))(
    'is reported at its line and pointer, with the right suggestion: %s',
    (_, mutation) => {
      const { file, home, at, id, pointer, suggestion } = mutation;
      const text = home === file ? mutated(mutation) : TEXTS[home];
      const problems = problemsOf(mutation);
      const meant = problems.find((problem) => problem.id === id && problem.pointer === pointer);
      expect(meant ?? problems).toMatchObject({ file: `${home}.json`, ...expectedPlace(text, at), id, pointer });
      expect(meant?.suggestion).toBe(suggestion);
    },
  );

  it.each(MUTATIONS.map((mutation) => [mutation.what, mutation] as const))(
    'reports only the expected problems: %s',
    (_, mutation) => {
      const ids = problemsOf(mutation).map(({ id }) => id);
      expect(ids.toSorted()).toEqual([mutation.id, ...mutation.also].toSorted());
    },
  );

  it.each(LANGUAGES)('has a message in %s without unfilled placeholders', (language) => {
    const translate = createTranslator(messages[language], language);
    const unfilled = MUTATIONS.flatMap(problemsOf)
      .map((problem) => problemText(problem, translate))
      .filter((text) => /%\{|undefined|declaration\.|errors\.|\s{2}|\s([.,;)]|:(?!id))|""|“”|「」|^$/.test(text));
    expect(unfilled).toEqual([]);
  });

  it('provides every argument of its message', () => {
    for (const { id, args } of MUTATIONS.flatMap(problemsOf)) {
      expect(Object.keys(args)).toEqual(expect.arrayContaining([...PROBLEMS[id].args]));
    }
  });

  it('covers, with the others, every problem ID but R034, R368 and R212', () => {
    const seen = new Set<string>(MUTATIONS.flatMap(problemsOf).map(({ id }) => id));
    // R368 needs changes in two places. R034 is the fallback for malformed declarations without a message of their own; R212 is about menus.
    expect(Object.keys(PROBLEMS).filter((id) => !seen.has(id))).toEqual(['R034', 'R368', 'R212']);
  });
});
