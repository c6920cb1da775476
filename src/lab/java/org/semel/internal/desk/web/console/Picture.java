// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static org.awaitility.Awaitility.await;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import javax.imageio.ImageIO;

/** A picture of what a browser shows, for the docs. */
public final class Picture {

  private static final int MARGIN = 12;

  private final Browser browser;
  private BufferedImage image;

  public Picture(Browser browser) throws IOException {
    this.browser = browser;
    this.image = browser.shown();
  }

  /** Writes it into a PNG file, whose folder is there, without the empty rows at its end. */
  public void write(Path file) throws IOException {
    await("a page that is painted").pollInterval(Duration.ofMillis(300)).until(this::isPainted);
    ImageIO.write(image.getSubimage(0, 0, image.getWidth(), filled()), "png", file.toFile());
  }

  /** Twice in a row it looks the same. */
  private boolean isPainted() throws IOException {
    BufferedImage before = image;
    image = browser.shown();
    return Arrays.equals(rows(before, 0, before.getHeight()), rows(image, 0, image.getHeight()));
  }

  private int filled() {
    int row = image.getHeight() - 1;
    while (row > 0 && Arrays.stream(rows(image, row, 1)).distinct().count() == 1) {
      row--;
    }
    return Math.min(image.getHeight(), row + MARGIN);
  }

  private static int[] rows(BufferedImage image, int from, int many) {
    int width = image.getWidth();
    return image.getRGB(0, from, width, many, null, 0, width);
  }
}
