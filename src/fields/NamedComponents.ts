import { createContext, useContext, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { Field } from '@merchant-console/declaration';
import type { OnDemand } from '#console/ui/loading/onDemand.tsx';
import type { FieldInputProps } from './inputs/FieldInputProps.ts';

export type NamedComponent<Props extends object> = ComponentType<Props> | OnDemand<Props>;
type Find<Props extends object> = (key: string) => NamedComponent<Props> | undefined;

/** A react-admin field. Its children (the value as its type shows it) are shown until its code is fetched. */
export interface NamedFieldProps {
  source: string;
  label: string;
  children?: ReactNode;
}

export interface NamedGroupProps {
  /** The fields that the user may see. */
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

/**
 * Fetches the code of components and returns true once all requests have ended. A page that grew as each arrived would
 * move under the user's hands. Each component reports its own failed fetch.
 */
export function useFetched<Props extends object>(components: readonly (NamedComponent<Props> | undefined)[]): boolean {
  // A page has the same components as long as it is open.
  const [late] = useState(() =>
    components.flatMap((one) => (one && 'isFetched' in one && !one.isFetched() ? [one] : [])),
  );
  const [isFetched, setFetched] = useState(late.length === 0);
  useEffect(() => {
    void Promise.allSettled(late.map((one) => one.fetch())).then(() => setFetched(true));
  }, [late]);
  return isFetched;
}
