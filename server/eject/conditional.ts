import type { Predicate } from '#shared/declaration/predicate.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { Code, jsx, type Jsx } from './jsx.ts';

type Conditions = Pick<Resource, 'operations' | 'when'>;

/** The form, and in its place the reason why there is none for a record that must stay as it is. */
export function editable(form: Jsx, { when: { edit } }: Conditions): Jsx {
  return edit === null ? form : when(edit, form, { otherwise: new Code('<NotEditable />') });
}

/** The buttons of a form for records of which some must not be deleted; undefined: react-admin's own. */
export function formToolbar({ operations, when: { delete: mayDelete } }: Conditions): Jsx | undefined {
  if (mayDelete === null || !operations.includes('delete')) return undefined;
  return jsx('Toolbar', { sx: { justifyContent: 'space-between' } }, [
    jsx('SaveButton'),
    when(mayDelete, jsx('DeleteButton', { mutationMode: 'pessimistic' })),
  ]);
}

/** The buttons of a page of records of which some must not be edited; undefined: react-admin's own. */
export function showActions({ operations, when: { edit } }: Conditions): Jsx | undefined {
  if (edit === null || !operations.includes('edit')) return undefined;
  return jsx('TopToolbar', {}, [when(edit, jsx('EditButton'))]);
}

/** An attribute that is an element. */
export function elementCode(element: Jsx | undefined): Code | undefined {
  return element && new Code(element.lines.map((line) => line.trim()).join(' '));
}

function when(predicate: Predicate, child: Jsx, more: { otherwise?: Code } = {}): Jsx {
  return jsx('When', { predicate, ...more }, [child], true);
}
