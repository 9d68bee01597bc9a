import { Children, isValidElement, useMemo, type ReactNode } from 'react';
import type { Label } from '@merchant-console/declaration';
import type { ResourceView } from '../ResourceView.ts';

interface FormGroupProps {
  label?: Label;
  /** Sources of declared fields. */
  fields: readonly string[];
}

/** A group of inputs of `CreateRecord` or `EditRecord`. Leaves out fields that the user may not write. */
export function FormGroup(_: FormGroupProps): null {
  return null;
}

/** `view` with the groups among `children`; unchanged if there are none. */
export function useGroupsIn(view: ResourceView, children: ReactNode): ResourceView {
  const named = Children.toArray(children).flatMap((child) =>
    isValidElement<FormGroupProps>(child) && child.type === FormGroup ? [child.props] : [],
  );
  // The elements are new in each render.
  const key = JSON.stringify(named);
  return useMemo(() => {
    if (named.length === 0) return view;
    const { resource } = view;
    const groups = named.map(({ fields, ...group }) => ({
      ...group,
      fields: fields.flatMap((source) => resource.fields.filter((field) => field.source === source)),
    }));
    return { ...view, resource: { ...resource, form: { ...resource.form, groups } } };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for `named`
  }, [view, key]);
}
