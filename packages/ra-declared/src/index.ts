export { ActionButton, RowActions } from './actions/ActionButton.tsx';
export { ActionHost } from './actions/ActionHost.tsx';
export { rowActions } from './actions/offeredActions.ts';
export { useOpenAction } from './actions/OpenAction.ts';
export {
  type DeclarationSource,
  DeclarationSourceProvider,
  type DeclarationText,
  InvalidDeclarationError,
  UnknownDeclarationError,
} from './declaration/DeclarationSource.ts';
export { useDeclaration } from './declaration/useDeclaration.ts';
export type { DeclaredCalls, ExportRequest } from './DeclaredDataProvider.ts';
export { declaredResources } from './declaredResources.tsx';
export { createDraftStore, DraftsProvider } from './drafts/DraftStore.tsx';
export { StatusChip } from './fields/choice/StatusChip.tsx';
export { FieldInput } from './fields/FieldInput.tsx';
export type { FieldRecord, IdentifiedRecord } from './fields/FieldTypeDefinition.ts';
export { formatField } from './fields/formatField.ts';
export { FormatProvider } from './fields/FormatProvider.tsx';
export type { FieldInputProps } from './fields/inputs/FieldInputProps.ts';
export {
  type NamedComponent,
  type NamedComponents,
  NamedComponentsProvider,
  type NamedFieldProps,
  type NamedGroupProps,
} from './fields/NamedComponents.ts';
export { NoValue } from './fields/NoValue.tsx';
export { renderField } from './fields/renderField.tsx';
export { CreateRecord } from './form/CreateRecord.tsx';
export { EditRecord } from './form/EditRecord.tsx';
export { FormGroup } from './form/FormGroup.tsx';
export { LeaveGuard, UnsavedGuard } from './form/UnsavedGuard.tsx';
export { Column } from './list/Column.ts';
export { ColumnList } from './list/ColumnList.tsx';
export { DeclaredList } from './list/DeclaredList.tsx';
export { FieldFilter } from './list/FieldFilter.tsx';
export { RecordTable } from './list/RecordTable.tsx';
export { RecordCards, RecordGroup, RecordTimeline } from './parts.tsx';
export { PreferencesProvider } from './preferences/usePreference.tsx';
export { BackLink } from './record/BackLink.tsx';
export { Changes } from './record/Changes.tsx';
export { CopyButton } from './record/CopyButton.tsx';
export { DeclaredRecord } from './record/DeclaredRecord.tsx';
export { FieldRow } from './record/FieldRow.tsx';
export { Moments } from './record/Moments.tsx';
export { RecordCard } from './record/RecordCard.tsx';
export { RecordHeading } from './record/RecordHeading.tsx';
export { RecordLines } from './record/RecordLines.tsx';
export { RelatedRecords } from './record/RelatedRecords.tsx';
export { Timeline } from './record/Timeline.tsx';
export {
  type FindResourcePlace,
  type ResourcePlace,
  ResourcePlacesProvider,
  useFindPlace,
  useResourcePlace,
} from './resourcePlaces.ts';
export { createResourceView, type ListPageProps, type RecordPageProps, type ResourceView } from './ResourceView.ts';
export { type FormatContext, FormatContextProvider, useFormatContext } from './ui/FormatContext.ts';
export { useResourceFormat } from './useResourceFormat.ts';
export { useResourceView } from './useResourceView.ts';
