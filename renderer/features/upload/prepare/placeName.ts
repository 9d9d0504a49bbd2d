import type { Upload } from '#shared/domain/upload.ts';
import type { UploadFormat } from '#shared/domain/uploadSource.ts';

/** The name of a place in a file: an item of a JSON list, or a line. */
export function placeName(format: UploadFormat): 'Line' | 'Item' {
  return format === 'json' ? 'Item' : 'Line';
}

/** The same for staged rows, for which only the file name tells the format. */
export function placeNameOf({ file }: Pick<Upload, 'file'>): 'Line' | 'Item' {
  return placeName(/\.json$/i.test(file.name) ? 'json' : 'csv');
}
