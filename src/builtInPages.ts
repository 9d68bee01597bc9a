import type { BuiltInPage } from './BuiltInPage.ts';
import { HomePage } from './HomePage.tsx';
import { ConfigurationProblemsPage } from './pages/configurationProblems/ConfigurationProblemsPage.tsx';

/** Pages written by hand, by the `component_path` of their menu entries. Any other name is a declared resource. */
export const builtInPages: ReadonlyMap<string, BuiltInPage> = new Map<string, BuiltInPage>([
  ['dashboard', HomePage],
  ['configurationProblems', ConfigurationProblemsPage],
]);
