import { createContext, useContext, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { Field } from '@merchant-console/declaration';
import type { LazyComponent } from '../ui/loading/lazy.tsx';
import type { FieldInputProps } from './inputs/FieldInputProps.ts';

/** A component, or one whose code is fetched when it is first rendered. */
export type NamedComponent<Props extends object> = ComponentType<Props> | LazyComponent<Props>;
type Find<Props extends object> = (key: string) => NamedComponent<Props> | undefined;

/** A react-admin field. Its children (the value as its type shows it) are shown until its code is fetched. */
export interface NamedFieldProps {
  source: string;
  label: string;
  children?: ReactNode;
}

/** Props of a component for a group of a record page. It reads the record from its context. */
export interface NamedGroupProps {
  /** The fields that the user may see. */
  fields: readonly Field[];
}

/** Finds the components that declarations name by key: for a field's value, its input, and a group of a record page. */
export interface NamedComponents {
  field: Find<NamedFieldProps>;
  input: Find<FieldInputProps>;
  group: Find<NamedGroupProps>;
  /** Place of a group on its record page; `steady` by default. */
  placeOfGroup?(key: string): GroupPlace;
}

/**
 * `wide` groups have many figures and come first, at full width. `growing` ones load more data than the record, so they
 * come last.
 */
export type GroupPlace = 'wide' | 'steady' | 'growing';

const nothing = () => undefined;
const ReactNamedComponents = createContext<NamedComponents>({ field: nothing, input: nothing, group: nothing });
/** Provides the components that declarations name by key. Without it, there are none. */
export const NamedComponentsProvider = ReactNamedComponents.Provider;

export const useNamedComponents = () => useContext(ReactNamedComponents);

/**
 * Loads the code of components and returns true once all have been loaded or have failed. A page that grew as each arrived
 * would move under the user's hands. Each component reports its own failure.
 */
export function useLoaded<Props extends object>(components: readonly (NamedComponent<Props> | undefined)[]): boolean {
  // A page has the same components as long as it is open.
  const [missing] = useState(() =>
    components.flatMap((one) => (one && 'isLoaded' in one && !one.isLoaded() ? [one] : [])),
  );
  const [isLoaded, setLoaded] = useState(missing.length === 0);
  useEffect(() => {
    void Promise.allSettled(missing.map((one) => one.load())).then(() => setLoaded(true));
  }, [missing]);
  return isLoaded;
}
