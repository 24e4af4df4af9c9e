import { fileTypeFromBuffer } from 'file-type';

/** The media type that a file's content has, whatever its name or its sender say. */
export async function contentType(content: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(content);
  if (found) return found.mime;
  return isText(content) ? 'text/plain' : 'application/octet-stream';
}

function isText(content: Uint8Array): boolean {
  if (content.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
