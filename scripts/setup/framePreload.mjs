/**
 * A bundler plugin that names the file of the frame and its first screen in the page, so that it is loaded together with
 * the first script, which imports it. The main process removes these lines where there is no frame at first
 * (`rendererFiles.ts`).
 *
 * @returns {import('vite').Plugin}
 */
export function framePreload() {
  return {
    name: 'frame-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const frame = Object.values(bundle).find(
          (output) => output.type === 'chunk' && output.name === 'frame' && !output.isEntry,
        );
        if (frame?.type !== 'chunk') throw new Error('The bundle has no file of the frame.');
        const styles = [...(frame.viteMetadata?.importedCss ?? [])];
        return [
          linkTo('modulepreload', frame.fileName),
          ...styles.map((style) => linkTo('stylesheet', style)),
        ];
      },
    },
  };
}

/** @param {string} rel @param {string} file @returns {import('vite').HtmlTagDescriptor} */
function linkTo(rel, file) {
  return {
    tag: 'link',
    attrs: { rel, crossorigin: true, href: `./${file}`, 'data-frame': true },
    injectTo: 'head',
  };
}
