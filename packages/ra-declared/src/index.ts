export { ActionButton, RowActions } from './actions/ActionButton.tsx';
export { ActionHost } from './actions/ActionHost.tsx';
export { ActionResult } from './actions/dialog/ActionResult.tsx';
export { AttemptNotice } from './actions/steps/AttemptNotice.tsx';
export { type ActionSteps, useActionSteps } from './actions/steps/useActionSteps.ts';
export { rowActions } from './actions/offeredActions.ts';
export { useOpenAction } from './actions/OpenAction.ts';
export {
  declarationKey,
  type DeclarationSource,
  DeclarationSourceProvider,
  type DeclarationText,
  InvalidDeclarationError,
  UnknownDeclarationError,
} from './declaration/DeclarationSource.ts';
export { declarationQuery, useDeclaration } from './declaration/useDeclaration.ts';
export { declaredResources } from './declaredResources.tsx';
export type { DeclaredCalls, ExportRequest } from './DeclaredDataProvider.ts';
export { DraftNotice } from './drafts/DraftNotice.tsx';
export { createDraftStore, DraftsOwner, DraftsProvider, type DraftStore, useDrafts } from './drafts/DraftStore.tsx';
export { useDraft } from './drafts/useDraft.ts';
export { ChoiceInput } from './fields/choice/ChoiceInput.tsx';
export { type ChoiceDetail, ReferenceInput } from './fields/choice/ReferenceInput.tsx';
export { StatusChip } from './fields/choice/StatusChip.tsx';
export { readCalendarText } from './fields/datetime/calendarText.ts';
export { type DatePresets, datePresets, presetOf } from './fields/datetime/datePresets.ts';
export { DayInput } from './fields/datetime/DayForm.tsx';
export { findsZone, type ZoneChoice, zoneChoices } from './fields/datetime/localTime.ts';
export { FieldInput, fieldInputOf } from './fields/FieldInput.tsx';
export type { FieldRecord, IdentifiedRecord, NamedChoice } from './fields/FieldTypeDefinition.ts';
export { formatField, formatFieldAlone } from './fields/formatField.ts';
export { FormatProvider } from './fields/FormatProvider.tsx';
export { BoundAutocomplete } from './fields/inputs/BoundAutocomplete.tsx';
export type { FieldInputProps } from './fields/inputs/FieldInputProps.ts';
export { useInputServices } from './fields/inputs/InputServices.ts';
export { InputText } from './fields/inputs/InputText.tsx';
export { lazyInput, LazyRadioInput } from './fields/inputs/lazyInputs.tsx';
export type { PlainInputProps } from './fields/inputs/plainInput.tsx';
export { useBelowInput, useBoundField } from './fields/inputs/useBoundField.ts';
export {
  type NamedComponent,
  type NamedComponents,
  NamedComponentsProvider,
  type NamedFieldProps,
  type NamedGroupProps,
} from './fields/NamedComponents.ts';
export { NoValue } from './fields/NoValue.tsx';
export { showTypedNumber, useTypedNumber } from './fields/number/NumberInput.tsx';
export { renderField } from './fields/renderField.tsx';
export { TextInput } from './fields/text/TextInput.tsx';
export { CreateRecord } from './form/CreateRecord.tsx';
export { EditRecord } from './form/EditRecord.tsx';
export { initialValues, isShown, valuesToSend } from './form/formValues.ts';
export { NoPayPassword, PayPasswordInput } from './form/PayPasswordInput.tsx';
export { LeaveGuard, UnsavedGuard } from './form/UnsavedGuard.tsx';
export { LazyCreateRecord, LazyEditRecord, LazyOnlyRecord, LazyRecord } from './lazyPages.tsx';
export { Column, ColumnList } from './list/ColumnList.tsx';
export { DeclaredList } from './list/DeclaredList.tsx';
export { FieldFilter } from './list/FieldFilter.tsx';
export { ListPagination } from './list/ListPagination.tsx';
export { lastPage, readListParams } from './list/listParams.ts';
export { listPreferencesSchema } from './list/listPreferences.ts';
export { listQuery, summaryQuery } from './list/listQuery.ts';
export { RecordTable } from './list/RecordTable.tsx';
export { ActionsMenu } from './list/table/ActionsMenu.tsx';
export { replaceFilter, useListFilter } from './list/useListFilter.ts';
export { OpenPageProvider, useOpenPage, useUnsaved } from './openPage.ts';
export { RecordCards, RecordGroup, RecordTimeline } from './parts.tsx';
export { preferencesOfAll, PreferencesProvider, usePreferences } from './preferences/usePreference.tsx';
export { deletionKey, KEPT_STALE_AFTER_MS, retryLostConnection } from './queries.ts';
export { BackLink } from './record/BackLink.tsx';
export { Changes } from './record/Changes.tsx';
export { CopyButton } from './record/CopyButton.tsx';
export { DeclaredRecord } from './record/DeclaredRecord.tsx';
export { eventName } from './record/eventName.ts';
export { FieldRow } from './record/FieldRow.tsx';
export { formatInstant } from './record/formatInstant.ts';
export { Moments } from './record/Moments.tsx';
export { RecordCard } from './record/RecordCard.tsx';
export { RecordHeading } from './record/RecordHeading.tsx';
export { RelatedRecords } from './record/RelatedRecords.tsx';
export { saveFile } from './record/saveFile.ts';
export { Timeline } from './record/Timeline.tsx';
export { useShownRecord } from './record/useShownRecord.ts';
export { RecordTitleProvider, useRecordTitle } from './recordTitle.ts';
export { ResourceInputServices } from './references/ResourceInputServices.tsx';
export {
  type FindResourcePlace,
  type ResourcePlace,
  ResourcePlacesProvider,
  useFindPlace,
  useListLink,
  useResourcePlace,
} from './resourcePlaces.ts';
export {
  createPath,
  createResourceView,
  editPath,
  type ListPageProps,
  openablePath,
  type RecordPageProps,
  recordPath,
  type ResourceView,
} from './ResourceView.ts';
export { cardPadding } from './ui/cardPadding.ts';
export { ConfirmDialog } from './ui/ConfirmDialog.tsx';
export {
  ConnectionProvider,
  type ConnectionState,
  useConnection,
  useServerClock,
  type WatchedConnection,
} from './ui/connection.ts';
export { DownloadButton } from './ui/DownloadButton.tsx';
export { errorText, FailureAlert, RetryButton } from './ui/FailureAlert.tsx';
export { AfterSubmit, CallDialog, CallFailure, CallForm, FormButtons } from './ui/form/CallForm.tsx';
export {
  CallInput,
  CodeInput,
  NOT_FOR_MANAGERS,
  PAY_PASSWORD,
  prompt,
  TOTP_CODE,
} from './ui/form/CredentialInputs.tsx';
export { fieldErrors } from './ui/form/fieldErrors.ts';
export { stickyBar } from './ui/form/stickyBar.ts';
export { withReason } from './ui/form/withReason.ts';
export { type FormatContext, FormatContextProvider, useFormatContext } from './ui/FormatContext.ts';
export { LabelledProgress } from './ui/LabelledProgress.tsx';
export { LeaveDialog } from './ui/LeaveDialog.tsx';
export { LiveRegion } from './ui/LiveRegion.tsx';
export { LoadFailure } from './ui/LoadFailure.tsx';
export { lazy, type LazyComponent, prefetchAll, prefetchOn, useLoadedLater } from './ui/loading/lazy.tsx';
export { loadPageTexts, needsPageTexts, providePageTexts } from './ui/loading/pageTexts.ts';
export { savesData } from './ui/loading/savesData.ts';
export { menuIcon } from './ui/menuIcons.ts';
export { NotFound } from './ui/NotFound.tsx';
export { Notice } from './ui/Notice.tsx';
export { PageCommand, pageCommands } from './ui/pageCommands.ts';
export { useIsPageComing } from './ui/pageProgress.ts';
export { PageSkeleton } from './ui/PageSkeleton.tsx';
export { Link } from './ui/router/Link.tsx';
export { useRouter } from './ui/router/useRouter.ts';
export { scrollShades } from './ui/scrollShades.ts';
export { useFailureToast } from './ui/useFailureToast.ts';
export { pageHeading, useKeptFocus } from './ui/useKeptFocus.ts';
export { useLongPress } from './ui/useLongPress.ts';
export { useMutationWithToast } from './ui/useMutationWithToast.ts';
export { usePrefersStillness } from './ui/usePrefersStillness.ts';
export { useSending } from './ui/useSending.tsx';
export { useSettled } from './ui/useSettled.ts';
export { visuallyHidden } from './ui/visuallyHidden.ts';
export { useIdempotencyKey } from './useIdempotencyKey.ts';
export { useResourceFormat } from './useResourceFormat.ts';
export { useIsViewLoading, useResourceView } from './useResourceView.ts';
export { useScope } from './useScope.ts';
export { FormGroup } from './form/FormGroup.tsx';
