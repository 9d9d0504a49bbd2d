import type { Chain } from '#shared/predictions/chain.ts';
import { chainDot, chainPicture } from '#shared/predictions/chainPicture.ts';
import { chainCsv } from '#shared/predictions/chainCsv.ts';
import type { StandingOf } from '#shared/predictions/standing.ts';
import { assertNever } from '#shared/domain/result.ts';
import { unwrap } from '../../api/unwrap.ts';
import { createChainLayout } from './chainLayout.ts';

export const exportKinds = ['svg', 'png', 'dot', 'csv'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** Saves the chain where the user says. Answers the path; null where the user thought better of it. */
export async function exportChain(
  chain: Chain,
  standing: StandingOf,
  kind: ExportKind,
): Promise<string | null> {
  const content = await contentOf(chain, standing, kind);
  const { path } = await unwrap(
    window.atomExplorer.saveFile({ suggestedName: `prediction chain.${kind}`, content }),
  );
  return path;
}

async function contentOf(
  chain: Chain,
  standing: StandingOf,
  kind: ExportKind,
): Promise<string | Uint8Array<ArrayBuffer>> {
  switch (kind) {
    case 'dot':
      return chainDot(chain, standing);
    case 'csv':
      return chainCsv(chain, standing);
    case 'svg':
      return (await draw(chain, standing)).svg;
    case 'png':
      return rasterise(await draw(chain, standing));
    default:
      return assertNever(kind);
  }
}

async function draw(chain: Chain, standing: StandingOf) {
  const layout = createChainLayout();
  try {
    return chainPicture(chain, await layout.layOut(chain), standing);
  } finally {
    layout.close();
  }
}

/** Twice as fine as on the screen, and no larger than a canvas can be. */
const wishedScale = 2;
const longestSide = 16_000;
const mostPixels = 100_000_000;

async function rasterise(picture: ReturnType<typeof chainPicture>): Promise<Uint8Array<ArrayBuffer>> {
  const { svg, width, height } = picture;
  const scale = Math.min(
    wishedScale,
    longestSide / width,
    longestSide / height,
    Math.sqrt(mostPixels / (width * height)),
  );
  const image = new Image();
  // The policy lets in pictures from data addresses, and a canvas that drew one may still be read.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The picture could not be made: it may be too large.');
  return new Uint8Array(await blob.arrayBuffer());
}
