import { TextInput, type TextInputProps } from 'react-admin';

/** In place of the package `ra-input-rich-text`, which the console doesn't have. */
export const RichTextInput = (props: TextInputProps) => <TextInput {...props} multiline />;
