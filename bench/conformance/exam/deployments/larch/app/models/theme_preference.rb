class ThemePreference < ApplicationRecord; end
