import { createContext } from 'react';
import type { FieldRecord } from '../FieldTypeDefinition.ts';

/** Returns the message of a rule that the form's values break, for the field that it is shown at. */
export type RuleMessage = (source: string, values: FieldRecord) => string | undefined;

export const FormRulesContext = createContext<RuleMessage>(() => undefined);
