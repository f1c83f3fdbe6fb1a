/** A form with one file, as a browser would send it. */
export function fileForm(text: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([text]), 'file');
  return form;
}
