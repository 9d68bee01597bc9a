import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { OnDemand } from '#console/ui/loading/onDemand.tsx';
import type { FieldInputProps } from './inputs/FieldInputProps.ts';

export type NamedComponent<Props extends object> = ComponentType<Props> | OnDemand<Props>;
type Find<Props extends object> = (key: string) => NamedComponent<Props> | undefined;

/** A field of react-admin. Its children, the value as its type shows it, stand there until its code is fetched. */
export interface NamedFieldProps {
  source: string;
  label: string;
  children?: ReactNode;
}

export interface NamedGroupProps {
  /** Those that the user may see. */
  fields: readonly Field[];
}

/** Finds the components that declarations name by key: for a field's value, its input, and a group of a record page. */
export interface NamedComponents {
  field: Find<NamedFieldProps>;
  input: Find<FieldInputProps>;
  group: Find<NamedGroupProps>;
}

const nothing = () => undefined;
const ReactNamedComponents = createContext<NamedComponents>({ field: nothing, input: nothing, group: nothing });
export const NamedComponentsProvider = ReactNamedComponents.Provider;

export const useNamedComponents = () => useContext(ReactNamedComponents);
