/// The sums of the self-test's pictures where they are known.
struct KnownPictures: Sendable {
  /// What the set is called: a distribution.
  let name: String
  /// The versions with which it was drawn.
  let libraries: [String: String]
  /// The sum of each test's picture, by the name of the test.
  let pictures: [String: String]

  /// The sets, the newest last.
  ///
  /// `cardshot doctor --json` prints the sums of a machine; a set is added when the goldens pass there.
  static let all: [KnownPictures] = [
    KnownPictures(
      name: "Debian 12",
      libraries: [
        "cairo": "1.16.0", "pixman": "0.42.2", "pango": "1.50.12", "freetype": "2.12.1", "harfbuzz": "6.0.0",
        "fribidi": "1.0.8", "glib": "2.74.6", "librsvg": "2.54.7", "libturbojpeg": "0.2.0",
        "libwebp": "1.2.4", "libpng": "1.6.39",
      ],
      pictures: [
        "whole": "069e5a9e96264671e4a71098572150dda96a37e7e23ec1f71907b24b7506bacf",
        "shapes": "aeaa7635659699e3a2e9daeceb9f834bfc2f2af9593ae761390981c52bf7fae4",
        "gradient": "ac0b93f87aabd6cac3532028ba7f6ada496b95c80fe84fac3e08008c9d8f7dc9",
        "shadow": "98bfcff50596ea6319081f30418f9921cfcacedb9de640ff222fc4a3feca3168",
        "text": "e2c3bdfb3f88d838291227160696df305a2b0b0ef7b9c9df92c47cec8188aaf3",
        "scripts": "2c24181cf6852379471b5321dd333a8cae831b2de737956f15c7a3a46f07f553",
        "emoji": "6caba01eee076431b5af05e1a65d2719bcc68321e8f9f0fd89972212809d52f9",
        "picture": "934eb81ed99c89db48a961ca564f14c6064d6e8fc16b35310de1f717d6d01ed7",
        "jpeg": "350221bb202a52050468487d30bda48177433364fb56f4d42b8df8b110d127da",
        "webp": "0b3b273da111b58f3cf6bf534c68bde6fc73f3b09658089e1e776dc3f72a5ee6",
        "svg": "b084c42263e09dfd6fa4ff1146d654f5b4e244625dafd010e1cab23d0006ba7f",
        "chart": "f3d184321433adcca60cf592a474ddd12218ba2d93e7df203015a1fd97a7c8dc",
      ])
  ]
}
