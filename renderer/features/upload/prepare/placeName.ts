import type { Upload } from '#shared/domain/upload.ts';
import type { UploadFormat } from '#shared/domain/uploadSource.ts';

/** What a place in a file is called. Items of one JSON list are counted, and lines of everything else. */
export function placeName(format: UploadFormat): 'Line' | 'Item' {
  return format === 'json' ? 'Item' : 'Line';
}

/** The same for rows that were staged, where the name of the file is what tells the format. */
export function placeNameOf({ file }: Pick<Upload, 'file'>): 'Line' | 'Item' {
  return placeName(/\.json$/i.test(file.name) ? 'json' : 'csv');
}
