import type { ComponentKind } from '../../keys.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** R015: a component must be one of the environment's for its place. */
export function checkComponentKeys({ subject }: Member, { environment: { components } }: DeclarationSet): Finding[] {
  if (!components) return [];
  return componentsNamed(subject).flatMap(({ kinds, key, path }) => {
    const known = kinds.flatMap((kind) => Object.keys(components[kind] ?? {}));
    if (known.includes(key)) return [];
    const options = [...new Set(known)];
    const args = { value: key, options: options.join(', ') };
    return [finding('R015', path, args, { suggestion: nearest(key, options) })];
  });
}

interface NamedComponent {
  kinds: ComponentKind[];
  key: string;
  path: Path;
}

function componentsNamed({ declaration }: Subject): NamedComponent[] {
  const { fields, actions = [], show, components = {} } = declaration;
  const named = (kinds: ComponentKind[], key: string | undefined, path: Path) =>
    key === undefined ? [] : [{ kinds, key, path }];
  const ofFields = (those: typeof fields, path: Path) =>
    those.flatMap(({ cell, input }, at) => [
      ...named(['field'], cell, [...path, at, 'cell']),
      ...named(['input'], input, [...path, at, 'input']),
    ]);
  return [
    ...ofFields(fields, ['fields']),
    ...actions.flatMap(({ form = [] }, at) => ofFields(form, ['actions', at, 'form'])),
    ...(show?.groups ?? []).flatMap(({ component }, at) =>
      named(['group'], component, ['show', 'groups', at, 'component']),
    ),
    ...named(['list'], components.list, ['components', 'list']),
    ...named(['create', 'edit'], components.form, ['components', 'form']),
    ...named(['show'], components.show, ['components', 'show']),
  ];
}
