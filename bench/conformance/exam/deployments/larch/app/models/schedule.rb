class Schedule < ApplicationRecord; end
